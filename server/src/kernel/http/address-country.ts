import { readFileSync } from 'node:fs'
import { Reader, type CountryResponse } from 'mmdb-lib'
import { SetupError } from '../config/config.ts'

/** The country (ISO 3166-1 alpha-2) an address is used in, as far as that is known. */
export type AddressCountry = (ip: string) => string | undefined

/**
 * Countries by address from a file in the MaxMind DB format (GEOIP_FILE), kept in memory; without a file no address is
 * known. Refuses the start with one sentence where the file cannot be read.
 */
export function openAddressCountry(path: string | undefined): AddressCountry {
  if (path === undefined) return () => undefined
  const reader = open(path)
  return (ip) => {
    try {
      return reader.get(ip.startsWith('::ffff:') ? ip.slice(7) : ip)?.country?.iso_code
    } catch {
      // An address that is none, or of a form the file does not cover.
      return undefined
    }
  }
}

function open(path: string): Reader<CountryResponse> {
  try {
    return new Reader<CountryResponse>(readFileSync(path))
  } catch (cause) {
    throw new SetupError(
      `GEOIP_FILE is "${path}", which cannot be read as a MaxMind DB file: correct it, or leave it out.`,
      { cause },
    )
  }
}
