; Inno Setup: the installer for Windows, of the folder that PyInstaller has made.
;     iscc /DVersion=0.1.0 /DBundle=..\..\build\bundle\made\sprue packaging\windows\sprue.iss
; Not run yet: it takes a Windows machine. Settings and drafts are in %APPDATA%\Sprue, which it never touches.
#ifndef Version
  #error Say the version: /DVersion=
#endif
#ifndef Bundle
  #error Say where the bundle lies: /DBundle=
#endif

[Setup]
AppId={{6F2B1B0E-6C1D-4C2C-9B0A-3B7C5E1D9A42}
AppName=Sprue
AppVersion={#Version}
AppVerName=Sprue {#Version}
AppPublisher=The Sprue developers
DefaultDirName={autopf}\Sprue
DefaultGroupName=Sprue
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
ChangesEnvironment=yes
Compression=lzma2
SolidCompression=yes
OutputBaseFilename=sprue-{#Version}-windows-x86_64
UninstallDisplayIcon={app}\sprue-desktop.exe
WizardStyle=modern

[Tasks]
Name: associate; Description: "Offer Sprue for STEP, glTF, STL and 3MF files"
Name: path; Description: "Let ""sprue"" be called on the command line"; Flags: unchecked

[InstallDelete]
; An upgrade leaves no module of the version before.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{autoprograms}\Sprue"; Filename: "{app}\sprue-desktop.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\Sprue.Part"; ValueType: string; ValueData: "Part"; Flags: uninsdeletekey; Tasks: associate
Root: HKA; Subkey: "Software\Classes\Sprue.Part\shell\open\command"; ValueType: string; ValueData: """{app}\sprue-desktop.exe"" app ""%1"""; Tasks: associate
Root: HKA; Subkey: "Software\Classes\.step\OpenWithProgids"; ValueType: string; ValueName: "Sprue.Part"; Flags: uninsdeletevalue; Tasks: associate
Root: HKA; Subkey: "Software\Classes\.stp\OpenWithProgids"; ValueType: string; ValueName: "Sprue.Part"; Flags: uninsdeletevalue; Tasks: associate
Root: HKA; Subkey: "Software\Classes\.glb\OpenWithProgids"; ValueType: string; ValueName: "Sprue.Part"; Flags: uninsdeletevalue; Tasks: associate
Root: HKA; Subkey: "Software\Classes\.gltf\OpenWithProgids"; ValueType: string; ValueName: "Sprue.Part"; Flags: uninsdeletevalue; Tasks: associate
Root: HKA; Subkey: "Software\Classes\.stl\OpenWithProgids"; ValueType: string; ValueName: "Sprue.Part"; Flags: uninsdeletevalue; Tasks: associate
Root: HKA; Subkey: "Software\Classes\.3mf\OpenWithProgids"; ValueType: string; ValueName: "Sprue.Part"; Flags: uninsdeletevalue; Tasks: associate
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Check: not IsInPath; Tasks: path

[Code]
function IsInPath: Boolean;
var
  Path: String;
begin
  if not RegQueryStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Path) then
    Path := '';
  Result := Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(Path) + ';') > 0;
end;
