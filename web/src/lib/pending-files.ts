let pending: readonly File[] = []

/** Keeps files for the screen that checks them, so that nobody saves a file only to choose it again. */
export function setPendingFiles(files: readonly File[]): void {
  pending = files
}

/** The files that were kept, once: another visit of the screen begins empty. */
export function takePendingFiles(): readonly File[] {
  const taken = pending
  pending = []
  return taken
}
