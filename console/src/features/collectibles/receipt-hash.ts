/** Whether a text is SHA-256 in hexadecimal digits as it is signed. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** SHA-256 of a file's bytes, hexadecimal; the file stays in this browser. */
export async function hashOfFile(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
