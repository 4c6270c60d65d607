/** The name under which the texts hold what an operator's call does: `GET audit/sealed`. */
export const nameOfCall = (method: string, path: string): string => `${method} ${path.replace('/swx/admin/', '')}`
