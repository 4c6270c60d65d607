import type { Written } from './strict-json.ts'

/** The value of a field as it was written; undefined where there is none, or the value is no object. */
export const fieldOf = (written: Written, name: string): Written | undefined =>
  written.kind === 'object' ? written.fields.find((field) => field.name === name)?.value : undefined

/** The document inside a response of the server that was saved whole; one with the field `known` was saved bare. */
export const insideResponse = (written: Written, known: string): Written =>
  fieldOf(written, known) === undefined ? (fieldOf(written, 'result') ?? written) : written
