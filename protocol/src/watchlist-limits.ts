/** Instruments in one watchlist. */
export const maxWatched = 100
/** Watchlists of one customer. */
export const maxWatchlists = 20
/** Characters of a watchlist's name. */
export const maxWatchlistName = 40
