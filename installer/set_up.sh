# What both commands share: finds Python, adds the system's packages where it may, makes .venv.
# Read by `start` and `test` with `root` set to the project's folder. POSIX sh.

venv="$root/.venv"
everything=desktop,test
details=
# Without bytecode every process that the tests start would compile the whole program again.
unset PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

say() {
    printf 'Statveil: %s\n' "$*"
}

stop() {
    printf 'Statveil: %s\n' "$*" >&2
    exit 2
}

# --- Python -----------------------------------------------------------------------------------

# Python is always run with -I: else it would run modules that lie in the caller's folder.

# Succeeds if the command $1 is a Python that we support and that can import the modules in $2.
# It is run, because a name on the path can be a shim that leads nowhere.
suits() {
    "$1" -I -c "import sys, $2; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))" \
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
        "$python" -I -c 'import sys; print("python%d.%d-venv " % sys.version_info[:2], end="")'
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

# Installs the given packages. Fails if it does not work, and leaves in `why_not` whose fault it
# was: "forbidden", "offline", "full" or "failed".
add_packages() {
    why_not=forbidden
    before=$(as_administrator) || return 1
    begin_details
    say "installing system packages: $*"
    if {
        $before apt-get -qq update &&
            $before DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes \
                apt-get -qq -y --no-install-recommends install "$@"
    } >"$details" 2>&1; then
        rm -f "$details"
        return 0
    fi
    why_not=$(cause_in "$details")
    return 1
}

# Names a new file in `details`, for the words of a program that only matter if it fails. What other
# runs of this user have left there goes after a day.
begin_details() {
    find "${TMPDIR:-/tmp}/" -maxdepth 1 -type f -name 'statveil-set-up.??????' -user "$(id -u)" \
        -mtime +0 -exec rm -f {} + 2>/dev/null || :
    details=$(mktemp "${TMPDIR:-/tmp}/statveil-set-up.XXXXXX") ||
        stop "no file can be made in ${TMPDIR:-/tmp}; make room there, or let TMPDIR name another folder."
}

# Prints why the program failed whose words are in the file $1.
cause_in() {
    if grep -qiE 'do not match the hashes' "$1"; then
        printf altered
    elif grep -qiE 'no space left|enough free space|disk quota' "$1" ||
        [ "$(free_megabytes "$root")" -lt 50 ] || [ "$(free_megabytes "${TMPDIR:-/tmp}")" -lt 5 ]; then
        printf full
    elif grep -qiE 'certificate_verify_failed|certificate verif(y|ication) failed|certificate is not trusted' "$1"; then
        printf untrusted
    elif grep -qiE 'failure (resolving|in name)|could not resolve|not known|unreachable|unable to connect|could not connect|cannot initiate|newconnectionerror|connecttimeout|readtimeout|proxyerror|connection (failed|refused|reset|broken|timed out)|timed out' "$1"; then
        printf offline
    else
        printf failed
    fi
}

# Prints what to do about packages $1 that could not be installed, as `why_not` says.
remedy() {
    case "$why_not" in
        forbidden) printf 'this account may not install it. Ask your administrator to run: apt-get install %s' "$1" ;;
        offline) printf 'it could not be fetched, because the servers of the Debian packages cannot be reached. Connect this computer to them and run this again, or install from another source: %s' "$1" ;;
        untrusted) printf 'it could not be fetched, because the certificate of the server of the Debian packages is not trusted here. Ask your administrator to install: %s' "$1" ;;
        full) printf 'the disk is too full to install it. Make room and run this again; it will install: %s' "$1" ;;
        *) printf 'it could not be installed; what apt-get said is in %s. Mend that and run this again, or install yourself: %s' "$details" "$1" ;;
    esac
}

# Installs what the system lacks; leaves in `for_python` and `for_window` what it could not, and in
# `window_remedy` what to do about the latter.
# shellcheck disable=SC2086 # lists of packages
need_packages() {
    why_not=
    window_remedy=
    for_python=$(missing_for_python)
    for_window=$(missing_for_the_window)
    if [ -n "$for_python" ] && add_packages $for_python; then
        for_python=
    fi
    if [ -n "$for_python" ] || ! { has_environment || find_python 'venv, ensurepip'; }; then
        stop "Python 3.11, 3.12 or 3.13 that can make environments is missing, and $(remedy "$for_python$for_window")"
    fi
    if [ -n "$for_window" ]; then
        if add_packages $for_window; then
            for_window=
        else
            window_remedy=$(remedy "$for_window")
        fi
    fi
}

# --- The environment --------------------------------------------------------------------------

# The environment serves as long as the folder stays where it is: paths are written in it.
has_environment() {
    [ "$(cat "$venv/made-for" 2>/dev/null)" = "$root" ] && suits "$venv/bin/python" pip
}

# Prints the file that names each part for the extras $1, with its version and its hashes.
lock_of() {
    printf '%s/installer/locks/%s.txt' "$root" "${1:-engine}"
}

# Succeeds if the project with the extras $1 is in the environment, as pyproject.toml and the locks
# now have it.
holds() {
    wanted=$(cat "$root/pyproject.toml" "$root"/installer/locks/*.txt 2>/dev/null | cksum)
    has_environment || return 1
    for held in "$venv/holds-$1" "$venv/holds-$everything"; do
        if [ "$(cat "$held" 2>/dev/null)" = "$wanted" ]; then
            return 0
        fi
    done
    return 1
}

# Succeeds if a set-up of the environment has ended well, be it for another version.
was_set_up() {
    ls "$venv"/holds-* >/dev/null 2>&1
}

# Prints the free megabytes where the folder $1 lies; many if the system does not say.
free_megabytes() {
    free=$(LC_ALL=C df -Pk "$1" 2>/dev/null | sed -n '2s/.* \([0-9]\{1,\}\) \{1,\}[0-9]\{1,\}% .*/\1/p')
    printf '%s' "$((${free:-1000000000} / 1024))"
}

# Stops unless the environment can be written and the disk has room for $1 megabytes.
need_room() {
    if ! [ -w "$root" ] || { [ -e "$venv" ] && ! [ -w "$venv" ]; }; then
        stop "the folder $root is not set up, or not for this version, and this account may not write to it. Ask whoever installed it to run: sh $root/installer/start"
    fi
    free=$(free_megabytes "$root")
    if [ "$free" -lt "$1" ]; then
        stop "setting up needs $1 MB of free space in $root, where only $free MB are free. Nothing was written. Make room and run this again."
    fi
}

# Lets one command at a time set this folder up. The lock ends with the processes that hold it,
# however they end.
take_turns() {
    find_python fcntl || return 0
    exec 9>"$root/.venv-lock"
    if ! "$python" -I -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)' 2>/dev/null; then
        say "another command is setting this folder up; waiting until it is done."
        "$python" -I -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)'
    fi
}

end_turn() {
    exec 9>&-
}

# Leaves in `bundle` the archive of parts for this version, Python and computer (installer/bundle)
# that lies in the program's folder or beside it; fails if there is none. The tests need more parts.
find_bundle() {
    bundle=
    "$venv/bin/python" -I -c pass >/dev/null 2>&1 || return 1
    tag=$("$venv/bin/python" -I -c 'import sys, sysconfig
print("cp%d%d-%s" % (*sys.version_info[:2], sysconfig.get_platform().replace("-", "_")))')
    version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$root/pyproject.toml")
    for place in "$root" "$root/.." "$root/dist"; do
        if [ -f "$place/statveil-parts-$version-$tag.tar" ]; then
            bundle=$(CDPATH='' cd -- "$place" && pwd -P)/statveil-parts-$version-$tag.tar
            return 0
        fi
    done
    return 1
}

# Runs the module $2 of the Python $1 with the arguments that follow, in a session of its own, which
# Ctrl+C does not reach: a program would answer it with words of its own.
in_session() {
    session_python=$1
    shift
    "$session_python" -I -c 'import os, runpy, sys
os.setsid()
with open(sys.argv.pop(1), "w") as session:
    session.write(str(os.getpid()))
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)' "$root/.venv-session" "$@"
}

# Waits for the process $1, in which `in_session` runs; Ctrl+C ends both.
await() {
    awaited=$1
    trap be_stopped INT TERM HUP
    [ -z "${2-}" ] || tell_progress "$2" "$awaited"
    status=0
    wait "$awaited" || status=$?
    trap - INT TERM HUP
    rm -f "$root/.venv-session"
    return "$status"
}

# Ends what runs, leaves no half of an environment, and says so in one sentence.
be_stopped() {
    trap '' INT TERM HUP
    kill "$awaited" 2>/dev/null || :
    session=$(cat "$root/.venv-session" 2>/dev/null) && kill -- "-$session" 2>/dev/null || :
    wait
    [ -e "$venv/made-for" ] || rm -rf "$venv"
    [ -z "$details" ] || rm -f "$details"
    rm -f "$root/.venv-session"
    printf 'Statveil: stopped. Run this again to go on.\n' >&2
    exit 130
}

need_environment() {
    if has_environment; then
        return 0
    fi
    if [ -e "$venv/made-for" ]; then
        say "the folder was moved, or its Python was; the environment is made anew."
    fi
    find_python 'venv, ensurepip'
    say "making the environment $venv"
    in_session "$python" venv --clear "$venv" &
    await "$!" || stop "the environment could not be made; see above."
    printf '%s\n' "$root" >"$venv/made-for"
}

# Says in plain words what a line of pip's means; nothing if it means little.
tell_line() {
    case "$1" in
        *.metadata*) ;;
        'Downloading '*MB\)*)
            part=${2##*/}
            say "  fetching ${part%%-*} $3 $4"
            ;;
        'Installing collected'*) say "all is fetched; unpacking it, which takes a minute or more" ;;
    esac
}

# Tells of the progress of pip, which writes to the file $1, as long as the process $2 lives.
tell_progress() {
    told=0
    spoken=0
    started=$(date +%s)
    while :; do
        alive=yes
        kill -0 "$2" 2>/dev/null || alive=
        lines=$(wc -l <"$1")
        if [ "$lines" -gt "$told" ]; then
            sed -n "$((told + 1)),${lines}s/^ *//p" "$1" | while read -r verb name size unit rest; do
                tell_line "$verb $name $size $unit $rest" "$name" "$size" "$unit"
            done
            told=$lines
        fi
        [ -n "$alive" ] || return 0
        sleep 1
        seconds=$(($(date +%s) - started))
        if [ $((seconds - spoken)) -ge 20 ]; then
            say "  still at work, $seconds seconds so far"
            spoken=$seconds
        fi
    done
}

# Runs pip with the given arguments.
pip_install() {
    TMPDIR="$venv/fetched" in_session "$venv/bin/python" pip install --disable-pip-version-check \
        --no-color --progress-bar off --no-input "$@"
}

# Installs just what the lock for the extras $1 names, from the folder $2 if one is given, and then
# the project itself, which needs nothing else.
install_locked() {
    if [ -n "$2" ]; then
        set -- "$1" --no-index --find-links "$2"
    else
        set -- "$1"
    fi
    lock=$(lock_of "$1")
    shift
    pip_install "$@" --require-hashes --only-binary :all: --requirement "$lock" &&
        pip_install --quiet --no-deps --no-build-isolation --editable "$root"
}

# Runs pip with the project and the extras $1; leaves its words in `details`.
run_pip() {
    # What a killed run has left there goes; pip's own files never outlive the environment.
    rm -rf "$venv/fetched"
    mkdir "$venv/fetched"
    begin_details
    parts=
    if [ -n "$bundle" ]; then
        parts="$venv/fetched/parts"
        mkdir "$parts"
        tar -xf "$bundle" -C "$parts" >"$details" 2>&1 || return 1
        parts="$parts/wheels"
    fi
    install_locked "$1" "$parts" >"$details" 2>&1 &
    await "$!" "$details" || status=$?
    rm -rf "$venv/fetched"
    return "$status"
}

# Prints which other index or proxy pip has tried, without a password.
tried() {
    index=$(sed -n 's/^Looking in indexes: //p' "$details" | head -n 1)
    proxy=${https_proxy:-${HTTPS_PROXY:-}}
    [ -z "$index$proxy" ] || printf ' (tried%s%s)' "${index:+: $index}" \
        "${proxy:+ through the proxy $proxy}" | sed 's#//[^/@ ]*@#//#g'
}

# Says why the environment could not be filled, and leaves no half of it.
give_up() {
    cause=$(cause_in "$details")
    was_set_up || rm -rf "$venv"
    case "$cause" in
        offline) stop "the parts that Statveil is built on could not be fetched, because there is no connection to the package index$(tried). Connect this computer and run this again; once it is set up, no network is needed. For a computer without a network, make an archive of all parts on another one: sh installer/bundle. (What pip said is in $details.)" ;;
        untrusted) stop "the parts that Statveil is built on could not be fetched, because the certificate of the package index is not trusted here. If your network inspects connections, ask your administrator to install its certificate. (What pip said is in $details.)" ;;
        altered) stop "a part that was fetched is not the one that Statveil was tested with: its SHA-256 differs. It was not installed. Run this again; if it happens again, do not trust the place it comes from. (What pip said is in $details.)" ;;
        full) stop "the disk is full, so Statveil could not be set up. Nothing half finished is left. Make room ($megabytes MB are needed) and run this again." ;;
        *) stop "the parts that Statveil is built on could not be installed; what pip said is in $details." ;;
    esac
}

# Installs the project with the extras $1 into the environment, unless just that is in it. Fails if
# all that cannot be had is one of the parts $2 (names with | between them); stops on other failures.
need_project() {
    if holds "$1"; then
        return 0
    fi
    megabytes=1600
    ! was_set_up || megabytes=800
    need_room "$megabytes"
    take_turns
    if ! holds "$1"; then
        need_environment
        bundle=
        if [ "$1" != "$everything" ] && find_bundle; then
            say "unpacking what Statveil is built on from $bundle: 1 GB on disk, some minutes the first time"
        elif was_set_up; then
            say "fetching what this version or its tests need besides"
        else
            say "fetching what Statveil is built on: about 290 MB to fetch, 1 GB on disk, some minutes the first time"
        fi
        if ! run_pip "$1"; then
            if [ "$(cause_in "$details")" = failed ] && grep -qiE "^error: .*(${2:-no part})" "$details"; then
                end_turn
                return 1
            fi
            give_up
        fi
        rm -f "$details"
        printf '%s\n' "$wanted" >"$venv/holds-$1"
    fi
    end_turn
}
