; The installer for one user of Windows, without an administrator. `windows_packages.py` gives
; VERSION, TREE (the folder to install), ICON, OUT and FILES (the lines that pack each file).
; `setup.exe /S` installs silently, /D=FOLDER (last, without quotes) elsewhere.
; Statuses: 0 installed, 1 stopped by the user, 2 refused.
Unicode true
Target amd64-unicode
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh

Name "Statveil ${VERSION}"
OutFile "${OUT}"
SetCompressor /SOLID lzma
SetCompressorDictSize 64
SetDateSave on
RequestExecutionLevel user
ManifestDPIAware true
InstallDir "$LOCALAPPDATA\Programs\Statveil"
BrandingText "Statveil"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Statveil"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileDescription "Statveil setup"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey LegalCopyright "See LICENCES.txt"

!define KIND "Statveil.Project"
!define CLASSES "Software\Classes"
!define REMOVE "Software\Microsoft\Windows\CurrentVersion\Uninstall\Statveil"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\statveil-gui.exe"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_LICENSE "${TREE}/LICENCE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!macro Refuse REASON
  MessageBox MB_OK|MB_ICONSTOP "${REASON}" /SD IDOK
  SetErrorLevel 2
  Quit
!macroend

; A folder cannot be renamed while a program in it runs; so nothing is half replaced.
!macro SetAside
  ${If} ${FileExists} "$INSTDIR\python\python.exe"
    RMDir /r "$INSTDIR\python.old"
    ClearErrors
    Rename "$INSTDIR\python" "$INSTDIR\python.old"
    ${If} ${Errors}
      !insertmacro Refuse "Statveil is running. Close it and try again."
    ${EndIf}
  ${EndIf}
!macroend

!macro TellTheShell
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Function .onInit
  ${IfNot} ${AtLeastWin10}
  ${OrIfNot} ${AtLeastBuild} 18362
    !insertmacro Refuse "Statveil needs Windows 10, version 1903, or newer."
  ${EndIf}
FunctionEnd

Section "Statveil"
  ; Only a folder that is empty, or that holds an earlier Statveil: no file of anybody's is replaced.
  ${DirState} "$INSTDIR" $0
  ${If} $0 = 1
  ${AndIfNot} ${FileExists} "$INSTDIR\statveil-gui.exe"
    !insertmacro Refuse "The folder $INSTDIR holds other files. Choose an empty folder, or a new one."
  ${EndIf}
  !insertmacro SetAside
  ClearErrors
  SetOverwrite try
  !include "${FILES}"
  SetOutPath "$INSTDIR"
  ${If} ${Errors}
    RMDir /r "$INSTDIR\python"
    Rename "$INSTDIR\python.old" "$INSTDIR\python"
    !insertmacro Refuse "Statveil could not be written to $INSTDIR. Make room on the disk, and check that you may write there."
  ${EndIf}
  RMDir /r "$INSTDIR\python.old"
  DetailPrint "Preparing Python's files, which takes a minute"
  nsExec::Exec '"$INSTDIR\python\python.exe" -I -m compileall -q "$INSTDIR\python\Lib"'
  Pop $0 ; Some parts bring files for other Pythons, which cannot be compiled.

  CreateShortCut "$SMPROGRAMS\Statveil.lnk" "$INSTDIR\statveil-gui.exe" "" "$INSTDIR\statveil.ico"
  WriteRegStr HKCU "${CLASSES}\.statveil" "" "${KIND}"
  WriteRegStr HKCU "${CLASSES}\${KIND}" "" "Statveil project"
  WriteRegStr HKCU "${CLASSES}\${KIND}\DefaultIcon" "" "$INSTDIR\statveil.ico"
  WriteRegStr HKCU "${CLASSES}\${KIND}\shell\open\command" "" '"$INSTDIR\statveil-gui.exe" "%1"'
  !insertmacro TellTheShell

  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${REMOVE}" "DisplayName" "Statveil ${VERSION}"
  WriteRegStr HKCU "${REMOVE}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${REMOVE}" "DisplayIcon" "$INSTDIR\statveil.ico"
  WriteRegStr HKCU "${REMOVE}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${REMOVE}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${REMOVE}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${REMOVE}" "NoModify" 1
  WriteRegDWORD HKCU "${REMOVE}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${REMOVE}" "EstimatedSize" $0
SectionEnd

; Removes what was installed and what Python has compiled. What users made stays, in $INSTDIR too.
Section "Uninstall"
  !insertmacro SetAside
  RMDir /r "$INSTDIR\python.old"
  Delete "$INSTDIR\statveil.exe"
  Delete "$INSTDIR\statveil-gui.exe"
  Delete "$INSTDIR\statveil.ico"
  Delete "$INSTDIR\LICENCE.txt"
  Delete "$INSTDIR\LICENCES.txt"
  Delete "$INSTDIR\README.txt"
  Delete "$INSTDIR\sbom.cdx.json"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Statveil.lnk"
  ReadRegStr $0 HKCU "${CLASSES}\.statveil" ""
  ${If} $0 == "${KIND}"
    DeleteRegKey HKCU "${CLASSES}\.statveil"
  ${EndIf}
  DeleteRegKey HKCU "${CLASSES}\${KIND}"
  DeleteRegKey HKCU "${REMOVE}"
  !insertmacro TellTheShell
SectionEnd
