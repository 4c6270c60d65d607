let handed: readonly File[] = []

/** Gives files to the screen that checks them, so that nobody saves a file only to choose it again. */
export function handFiles(files: readonly File[]): void {
  handed = files
}

/** The files that were given, once: another visit of the screen begins empty. */
export function takeHandedFiles(): readonly File[] {
  const taken = handed
  handed = []
  return taken
}
