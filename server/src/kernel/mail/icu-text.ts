import compile from 'icu-minify/compile'
import format, { type CompiledMessage } from 'icu-minify/format'

type Values = Readonly<Record<string, string | number>>

const formatters = {
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...options),
  getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...options),
  getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...options),
}
const compiled = new Map<string, CompiledMessage>()

/** An ICU text with its values in the language `tag`, as the apps write it. */
export function icuText(text: string, tag: string, values: Values): string {
  const message = compiled.get(text) ?? compile(text)
  compiled.set(text, message)
  return String(format(message, tag, values, { formatters }))
}
