/** Whether the device has a sheet of its own to share by. */
export const hasShareSheet = (): boolean => 'share' in navigator

/** Opens the device's sheet. One that is closed without a choice is no problem. */
export const openShareSheet = (shared: ShareData): void => void navigator.share(shared).catch(() => undefined)

/** A text as a file that the device's sheet takes; undefined where it takes none. Sheets take texts, but no JSON. */
export function sharedFile(name: string, text: string): ShareData | undefined {
  const shared = { files: [new File([text], `${name}.txt`, { type: 'text/plain' })], title: name }
  return hasShareSheet() && navigator.canShare(shared) ? shared : undefined
}
