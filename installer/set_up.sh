# What both commands share: finds Python, adds the system's packages where it may, makes .venv.
# Read by `start` and `test` with `root` set to the project's folder. POSIX sh.

venv="$root/.venv"
everything=desktop,test
unset PYTHONPATH PYTHONHOME

say() {
    printf 'Statveil: %s\n' "$*"
}

stop() {
    printf 'Statveil: %s\n' "$*" >&2
    exit 2
}

# --- Python -----------------------------------------------------------------------------------

# Succeeds if the command $1 is a Python that we support and that can import the modules in $2.
# It is run, because a name on the path can be a shim that leads nowhere.
suits() {
    "$1" -c "import sys, $2; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))" \
        >/dev/null 2>&1
}

# Sets `python` to the first Python that can import the modules in $1; fails if there is none.
find_python() {
    for name in python3.13 python3.12 python3.11 python3; do
        for python in "$name" "/usr/local/bin/$name" "/usr/bin/$name"; do
            if suits "$python" "$1"; then
                return 0
            fi
        done
    done
    python=
    return 1
}

# --- The system's packages --------------------------------------------------------------------

# Prints the packages that Python still needs to make environments.
missing_for_python() {
    if has_environment || find_python 'venv, ensurepip'; then
        return 0
    elif find_python sys; then
        "$python" -c 'import sys; print("python%d.%d-venv " % sys.version_info[:2], end="")'
    else
        printf 'python3 python3-venv '
    fi
}

# What Qt loads at run time: the library's file and the Debian package that brings it.
qt_libraries='
libglib-2.0.so.0 libglib2.0-0
libGL.so.1 libgl1
libEGL.so.1 libegl1
libxkbcommon.so.0 libxkbcommon0
libdbus-1.so.3 libdbus-1-3
libfontconfig.so.1 libfontconfig1
libxkbcommon-x11.so.0 libxkbcommon-x11-0
libxcb-cursor.so.0 libxcb-cursor0
libxcb-icccm.so.4 libxcb-icccm4
libxcb-keysyms.so.1 libxcb-keysyms1
libxcb-shape.so.0 libxcb-shape0
'

# Prints the packages that the window still needs; nothing on a system without a library cache.
missing_for_the_window() {
    known=$({ ldconfig -p || /sbin/ldconfig -p; } 2>/dev/null) || return 0
    printf '%s' "$qt_libraries" | while read -r library package; do
        case "$known" in
            *"$library "*) ;;
            *) [ -z "$library" ] || printf '%s ' "$package" ;;
        esac
    done
    if [ -z "$(find /usr/share/fonts /usr/local/share/fonts -name '*.[ot]tf' 2>/dev/null)" ]; then
        printf 'fonts-dejavu-core '
    fi
}

# Prints what to put before a command that needs the administrator; fails if we may not.
as_administrator() {
    command -v apt-get >/dev/null 2>&1 || return 1
    if [ "$(id -u)" = 0 ]; then
        printf 'env'
    elif sudo -n true >/dev/null 2>&1; then
        printf 'sudo -n env'
    else
        return 1
    fi
}

# Installs the given packages; fails if we may not or it does not work.
add_packages() {
    before=$(as_administrator) || return 1
    say "installing system packages: $*"
    $before apt-get -qq update &&
        $before DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes \
            apt-get -qq -y --no-install-recommends install "$@" >/dev/null
}

# Installs what the system lacks; leaves in `for_python` and `for_window` what it could not.
# shellcheck disable=SC2086 # lists of packages
need_packages() {
    for_python=$(missing_for_python)
    for_window=$(missing_for_the_window)
    if [ -n "$for_python" ] && add_packages $for_python; then
        for_python=
    fi
    if [ -n "$for_window" ] && add_packages $for_window; then
        for_window=
    fi
    if [ -n "$for_python" ] || ! { has_environment || find_python 'venv, ensurepip'; }; then
        stop "Python 3.11, 3.12 or 3.13 that can make environments is missing, and this account may not install it. Ask your administrator to run: apt-get install $for_python$for_window"
    fi
}

# --- The environment --------------------------------------------------------------------------

# The environment serves as long as the folder stays where it is: paths are written in it.
has_environment() {
    [ "$(cat "$venv/made-for" 2>/dev/null)" = "$root" ] && suits "$venv/bin/python" pip
}

need_environment() {
    if has_environment; then
        return 0
    fi
    find_python 'venv, ensurepip'
    say "making the environment $venv"
    "$python" -m venv --clear "$venv" || stop "the environment could not be made; see above."
    printf '%s\n' "$root" >"$venv/made-for"
}

# Installs the project with the extras $1 into the environment, unless just that is in it.
need_project() {
    need_environment
    wanted=$(cksum <"$root/pyproject.toml")
    for holds in "$venv/holds-$1" "$venv/holds-$everything"; do
        if [ "$(cat "$holds" 2>/dev/null)" = "$wanted" ]; then
            return 0
        fi
    done
    say "fetching what Statveil is built on (about 1 GB on disk, a few minutes the first time)"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --editable "$root${1:+[$1]}" || return 1
    printf '%s\n' "$wanted" >"$venv/holds-$1"
}
