"""Saves a table with a password in LibreOffice; runs in the Python that LibreOffice brings.

python3 locked_by_office.py OFFICE SOURCE PROFILE FILTER=TARGET ...
"""

import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

SLOW_SECONDS = 120


def told(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def connected(place):
    context = uno.getComponentContext()
    services = context.ServiceManager
    resolver = services.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
    for _ in range(2 * SLOW_SECONDS):
        try:
            return resolver.resolve(f"uno:{place};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.5)
    raise SystemExit("LibreOffice does not answer")


def main(office, source, profile, *targets):
    place = f"pipe,name=statveil{time.time_ns()}"
    options = ["--headless", "--norestore", f"-env:UserInstallation=file://{profile}"]
    run = subprocess.Popen([office, *options, f"--accept={place};urp;"])
    try:
        context = connected(place)
        services = context.ServiceManager
        desktop = services.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        url = uno.systemPathToFileUrl(source)
        document = desktop.loadComponentFromURL(url, "_blank", 0, (told("Hidden", True),))
        for target in targets:
            kind, path = target.split("=")
            wishes = (told("FilterName", kind), told("Password", "secret"))
            document.storeToURL(uno.systemPathToFileUrl(path), wishes)
        document.close(True)
    finally:
        run.terminate()
        run.wait(SLOW_SECONDS)


if __name__ == "__main__":
    main(*sys.argv[1:])
