import { Refused, Unreached } from './problem.ts'

/**
 * Runs what fetches a file. Whatever is no refusal is thrown as Unreached of the kind `download`, whose text is about a
 * file: other texts of that error send the customer to the order list.
 */
export async function download<T>(fetchFile: () => Promise<T>): Promise<T> {
  try {
    return await fetchFile()
  } catch (cause) {
    throw cause instanceof Refused ? cause : new Unreached('download', { cause })
  }
}
