/** The catalogues of one language, each loaded when a screen first needs it; those of the protocol serve mails as well. */
export const files = import.meta.glob<{ default: object }>([
  './es/*.json',
  '../../../protocol/src/texts/es/*.json',
  // Read by the build alone.
  '!./es/{pages,push}.json',
])
