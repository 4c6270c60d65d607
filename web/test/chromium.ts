import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** A Chromium with the libraries and fonts that it needs beside it. */
export type Chromium = { readonly path: string; readonly env: Readonly<Record<string, string>> }

export type FoundChromium = {
  /**
   * For journeys: the one that `CHROMIUM_PATH` names, else the headless shell that an npm package carries, else the
   * machine's. The shell has no window to paint: the same journeys take two thirds of the time.
   */
  readonly any: Chromium | undefined
  /** The machine's own. */
  readonly installed: Chromium | undefined
}

export async function findChromium(): Promise<FoundChromium> {
  const named = process.env['CHROMIUM_PATH']
  const path = [named, '/usr/bin/chromium'].find((candidate) => candidate && existsSync(candidate))
  const installed = path === undefined ? undefined : { path, env: {} }
  return { any: named === undefined ? ((await unpackChromium()) ?? installed) : installed, installed }
}

const parts = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']
const unpack = `
  const { inflate } = await import('@sparticuz/chromium')
  await Promise.all(process.argv.slice(1).map((part) => inflate(part)))`

/**
 * Unpacks the Chromium that an npm package carries (Linux x64), once an installation: in the global set-up, since two
 * workers that unpack into one file start half a program. Undefined on a machine it is not made for.
 */
async function unpackChromium(): Promise<Chromium | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const packed = join(dirname(main), '..', '..', 'bin')
  const folder = join(packed, '..', '.unpacked')
  if (!existsSync(folder)) await unpackInto(folder, packed)
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') }
  return { path: join(folder, 'chromium'), env }
}

const fontsOf = (folder: string): string =>
  `<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>`

/** Whole or not at all: what another run unpacked meanwhile is as good. */
async function unpackInto(folder: string, packed: string): Promise<void> {
  const fresh = mkdtempSync(`${folder}-`)
  try {
    // The package unpacks into the folder for temporary files, which only the environment of a process chooses.
    const options = { cwd: import.meta.dirname, env: { ...process.env, TMPDIR: fresh } }
    const args = ['--input-type=module', '-e', unpack, ...parts.map((part) => join(packed, part))]
    await promisify(execFile)(process.execPath, args, options)
    // Its own list of fonts names folders of another machine.
    writeFileSync(join(fresh, 'fonts', 'fonts.conf'), fontsOf(folder))
    renameSync(fresh, folder)
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw cause
  }
}
