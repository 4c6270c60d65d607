/** Where a scanner listens: a socket of this machine, or a host and its port. */
export type VirusScannerAddress = { path: string } | { host: string; port: number }

export const virusScannerForm = /^(?:unix:\/[^\s]+|tcp:\/\/[^\s/:]+:\d{1,5})$/

/** The address that a text of `virusScannerForm` names. */
export function readVirusScanner(text: string): VirusScannerAddress {
  if (text.startsWith('unix:')) return { path: text.slice('unix:'.length) }
  const { hostname, port } = new URL(text)
  return { host: hostname, port: Number(port) }
}
