#!/bin/sh
# Tries out the setup for Windows under Wine, in a folder of its own that is removed:
#     sh installer/packaging/windows/try_under_wine.sh SETUP.exe [UCRTBASE.dll]
# Installs silently, protects and verifies a sample, and a file in blocks with its records in memory
# and in a scratch folder, reads redirected output, removes. Needs Wine 10 (Debian 13); 8 (Debian 12)
# is too old. Run it as a user whose name has an umlaut. Wine's own C library lacks functions that
# some parts need: UCRTBASE.dll is Microsoft's, for this trial only; the wheel of pynsist has it in
# nsist/msvcrt/x64. What Wine cannot try is in CHECKLIST.md.
set -eu
setup=$(readlink -f -- "$1")
runtime=${2:+$(readlink -f -- "$2")}
here=$(mktemp -d "${TMPDIR:-/tmp}/statveil-wine.XXXXXX")
export WINEPREFIX="$here/prefix" WINEARCH=win64 WINEDEBUG=-all LC_ALL=C.UTF-8
export WINEDLLOVERRIDES='ucrtbase=n,b'
failed=0

finish() {
    wineserver -k || true
    rm -rf "$here"
}
trap finish EXIT

check() {
    what=$1
    shift
    if "$@"; then
        printf 'ok: %s\n' "$what"
    else
        printf 'FAILED: %s\n' "$what"
        failed=1
    fi
}

key() {
    wine reg query "$1" /ve 2>/dev/null | grep -qF "$2"
}

no_key() {
    ! wine reg query "$1" >/dev/null 2>&1
}

status() {
    wanted=$1
    shift
    got=0
    "$@" || got=$?
    [ "$got" -eq "$wanted" ]
}

written() {
    got=0
    "$@" >/dev/null || got=$?
    [ "$got" -eq 0 ] || [ "$got" -eq 5 ]
}

wineboot --init >/dev/null 2>&1
wine reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null
user=$(cd "$WINEPREFIX/drive_c/users" && ls | grep -v Public)
home="$WINEPREFIX/drive_c/users/$user"
classes='HKCU\Software\Classes'
printf 'the user is %s\n' "$user"

mkdir -p "$home/Others"
echo mine >"$home/Others/file.txt"
check 'a folder with other files is refused' \
    status 2 wine "$setup" /S "/D=C:\\users\\$user\\Others"
check 'nothing was written into it' [ "$(ls "$home/Others")" = file.txt ]

program="$home/AppData/Local/Programs/Statveil"
check 'the setup installs silently' status 0 wine "$setup" /S
check 'the programs are there' [ -f "$program/statveil.exe" -a -f "$program/statveil-gui.exe" ]
check 'Python’s files were compiled' [ -d "$program/python/Lib/site-packages/core/__pycache__" ]
check 'a project opens in the window' key "$classes\\Statveil.Project\\shell\\open\\command" \
    'statveil-gui.exe" "%1"'
check 'the kind of file is known' key "$classes\\.statveil" Statveil.Project
[ -z "$runtime" ] || cp "$runtime" "$program/python/ucrtbase.dll"

samples="$program/python/Lib/site-packages/resources/samples"
release="C:\\users\\$user\\Documents\\Freigabe ä"
cd /
check 'a sample is protected' status 0 wine "$program/statveil.exe" protect \
    "$samples/business_survey.recipe.json" --output "$release" >"$here/said"
cat "$here/said"
check 'the release was redirected as UTF-8' grep -q 'earth mover’s distance' "$here/said"
check 'the release is verified' status 0 wine "$program/statveil.exe" verify \
    "$release\\internal\\business_survey_protected.internal.json" \
    --input "$samples/business_survey.csv"
check 'a refusal is a sentence and status 2' status 2 wine "$program/statveil.exe" verify \
    'nöthing’s.json' 2>"$here/refused"
check 'it names the file in UTF-8' grep -q 'There is no file nöthing’s.json' "$here/refused"

there="C:\\users\\$user\\Blöcke"
mkdir -p "$home/Blöcke/scratch"
cat >"$home/Blöcke/make.py" <<'END'
import sys, pyarrow as pa, pyarrow.parquet as pq
rows = range(3000)
columns = {"A": [i * 7919 % 3001 / 7 for i in rows], "B": [i * 7927 % 997 for i in rows]}
pq.write_table(pa.table({**columns, "C": [i % 101 for i in rows]}), sys.argv[1])
END
wine "$program/python/python.exe" -I "$there\\make.py" "$there\\in.parquet"
cat >"$home/Blöcke/recipe.json" <<'END'
{"format": "statveil-recipe/2", "input": {"path": "in.parquet", "kind": "parquet"},
 "attributes": [{"name": "A", "role": "quasi-identifier", "scale": "continuous"},
                {"name": "B", "role": "quasi-identifier", "scale": "integer"},
                {"name": "C", "role": "confidential", "scale": "integer"}],
 "keep_order": true, "method": {"name": "mdav", "k": 3}, "scale": {"block": 800},
 "output": {"kind": "parquet", "name": "out"}}
END
check 'a file is protected in blocks' written wine "$program/statveil.exe" protect \
    "$there\\recipe.json" --output "$there\\memory"
check 'and with its records in a scratch folder' written wine "$program/statveil.exe" protect \
    "$there\\recipe.json" --output "$there\\disk" --scratch "$there\\scratch"
check 'with the same bytes' cmp "$home/Blöcke/memory/public/out.parquet" \
    "$home/Blöcke/disk/public/out.parquet"
check 'which are verified' status 0 wine "$program/statveil.exe" verify \
    "$there\\disk\\internal\\out.internal.json" --input "$there\\in.parquet" \
    --scratch "$there\\scratch"
check 'nothing is left in the scratch folder' [ -z "$(ls -A "$home/Blöcke/scratch")" ]
check 'a cluster is refused' status 2 wine "$program/statveil.exe" protect "$there\\recipe.json" \
    --output "$there\\cluster" --scheduler tls://127.0.0.1:1 \
    --tls-ca ca.pem --tls-cert cert.pem --tls-key key.pem \
    --tls-fingerprint "$(printf %064d 0)"

check 'kernels are kept in the user’s folder' [ -d "$home/AppData/Local/statveil/kernels" ]

check 'the setup installs over it' status 0 wine "$setup" /S
check 'nothing of the old one is left aside' [ ! -e "$program/python.old" ]
echo mine >"$program/my.txt"
check 'it is removed silently' status 0 wine "$program/uninstall.exe" /S "_?=C:\\users\\$user\\AppData\\Local\\Programs\\Statveil"
rm -f "$program/uninstall.exe" # only a copy of itself could remove it
check 'what the user made stays, and nothing else' [ "$(ls "$program")" = my.txt ]
check 'the kind of file is forgotten' no_key "$classes\\.statveil"
check 'so is the program of projects' no_key "$classes\\Statveil.Project"
check 'so is the entry among the programs' no_key \
    'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Statveil'
exit "$failed"
