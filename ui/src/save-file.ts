/** Lets the browser save a text as a file. */
export const saveFile = (name: string, text: string, type = 'application/json'): void =>
  saveBlob(name, new Blob([text], { type }))

/** Lets the browser save bytes as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** A document as the text of a file; the order of its fields, which is part of a receipt's form, stays. */
export const fileText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
