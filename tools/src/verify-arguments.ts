import { parseArgs } from 'node:util'
import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import { langOfTerminal } from './verify-text.ts'

/** How many files each command takes, `params` any number of receipts. */
const filesOf = {
  receipt: 1,
  ticks: 1,
  head: 2,
  acts: 2,
  ledger: 2,
  pol: 1,
  stats: 1,
  capabilities: 2,
  params: 2,
} as const
export type Command = keyof typeof filesOf
/** Commands over files that nobody signs. */
const keyless: readonly Command[] = ['capabilities']
const isCommand = (text: string): text is Command => Object.hasOwn(filesOf, text)

/** The arguments of the command. `wrong` is the first argument it did not understand, or '' where one is missing. */
export type Request =
  | {
      readonly command: Command
      readonly files: readonly string[]
      /** Undefined where no key is needed. */
      readonly key: string | undefined
      /** The requested moment, epoch ms. */
      readonly at: number | undefined
      readonly lang: Lang
    }
  | { readonly command: 'help'; readonly lang: Lang }
  | { readonly wrong: string; readonly lang: Lang }

/** Reads the arguments of `evenhand-verify`. Nothing is guessed: what is not understood is named. */
export function readRequest(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Request {
  const options = {
    key: { type: 'string', multiple: true },
    lang: { type: 'string', multiple: true },
    at: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const requested = langValues.find((lang) => lang === values.lang?.at(-1))
  const lang = requested ?? langOfTerminal(env)
  const wrong = (what: string): Request => ({ wrong: what, lang })
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name))
  if (unknown?.kind === 'option') return wrong(unknown.rawName)
  if (values.help === true) return { command: 'help', lang }
  if (values.lang !== undefined && (requested === undefined || values.lang.length > 1))
    return wrong(`--lang ${String(values.lang.at(-1))}`)
  const [command = '', ...files] = positionals
  if (!isCommand(command)) return wrong(command)
  const extra = files[filesOf[command]]
  if (extra !== undefined && command !== 'params') return wrong(extra)
  const [key, another] = values.key ?? []
  const isKey = typeof key === 'string' && key !== '' && another === undefined
  if (isKey === keyless.includes(command)) return wrong('--key')
  const at = momentOf(values.at)
  if (at === 'wrong' || (at !== undefined && command !== 'params')) return wrong('--at')
  if (files.length < filesOf[command]) return wrong('')
  return { command, files, key: isKey ? key : undefined, at, lang }
}

const moment = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,3})?)?Z$/

/** Epoch ms of a moment in UTC, as `2026-11-30T12:00Z` or as epoch ms. */
function momentOf(given: readonly (string | boolean)[] | undefined): number | undefined | 'wrong' {
  if (given === undefined) return undefined
  const [text = '', another] = given
  const at = moment.test(String(text))
    ? Date.parse(String(text))
    : /^[0-9]{1,13}$/.test(String(text))
      ? Number(text)
      : NaN
  return another === undefined && Number.isSafeInteger(at) ? at : 'wrong'
}
