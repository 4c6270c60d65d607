const isSetUp = typeof location !== 'undefined' && location.pathname === '/setup'

/**
 * The one-time secret of a set-up link. It stands behind the #, which no browser sends to a server, and is taken out of the
 * address before anything else of the page runs.
 */
export const givenSecret = isSetUp ? location.hash.slice(1) : ''
if (givenSecret !== '') history.replaceState(null, '', location.pathname)
