/** Where a browser keeps what a visitor watches, and what did not fit when it joined a customer's lists. */
export const guestKeys = { list: 'watchlist', left: 'watchlistLeft' } as const
