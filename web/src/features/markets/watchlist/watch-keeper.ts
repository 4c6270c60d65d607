/** What keeps the lists travels apart from the first paint, and begins with the first who looks. */
export const keeper = () => import('./watch-store.ts')
