/** The catalogues of one language, each loaded when a screen first needs it; those of the protocol serve mails as well. */
export const files = import.meta.glob<{ default: object }>([
  './pt/*.json',
  '../../../protocol/src/texts/pt/*.json',
  // Read by the build alone.
  '!./pt/{pages,push}.json',
])
