/** What keeps the lists travels apart from the first paint, and begins with the first component that shows them. */
export const keeper = () => import('./watch-store.ts')
