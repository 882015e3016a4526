const QUIET_GO_TEST = /^(?<call>\s*(?:\w+=\S+ +)*go test)(?= |$)(?!.* -(?:v|json)\b)(?!.*[|<>])/u;

/** The command as it is run: `go test` names its tests only when asked, and does nothing else differently then. */
export function tellingCommand(command: string): string {
  return command.replace(QUIET_GO_TEST, "$<call> -v");
}
