/** The catalogues of one language, each loaded when a screen first needs it. */
export const files = import.meta.glob<{ default: object }>('./hk/*.json')
