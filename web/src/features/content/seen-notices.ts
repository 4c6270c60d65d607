import { readStored, writeStored } from '../../lib/storage.ts'

const key = 'popupSeen'
const maxSeen = 50

type Shown = { readonly id: string; readonly version: string }

const seen = (): readonly string[] => (readStored(key) ?? '').split(' ').filter(Boolean)
const nameOf = ({ id, version }: Shown): string => `${id}@${version}`

/** Whether this version of a notice was put away in this browser; a newer one shows again. */
export const isSeen = (notice: Shown): boolean => seen().includes(nameOf(notice))

/** Keeps that it was, of the last fifty. */
export const keepSeen = (notice: Shown): void =>
  writeStored(key, [...seen().filter((one) => one !== nameOf(notice)), nameOf(notice)].slice(-maxSeen).join(' '))
