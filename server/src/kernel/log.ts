import { pino } from 'pino'

export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Structured lines on standard error, UTC times; secrets that could slip into a field are cut out by name. */
export const openLog = (level: string): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['password', 'token', 'authorization', '*.password', '*.token', '*.authorization'],
        censor: '[cut]',
      },
    },
    pino.destination({ dest: 2, sync: false }),
  )

/** For tests and tools that want no lines. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
