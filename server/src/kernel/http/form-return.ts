import type { FastifyInstance } from 'fastify'

type FormReturn = {
  /** The path the form is posted to; the screen has the same. */
  path: string
  /** The only fields that are read. */
  fields: readonly string[]
}

const longestForm = 8192
const longestValue = 2048

/**
 * Takes a form that another site's page posts, and responds with 303 to the screen at the same path with the named fields in
 * its query, each once and encoded. Nothing is done here: a page of ours acts on them by a call of our own origin, with
 * the cookies that a post from elsewhere does not carry. Nothing in the form decides where the browser goes.
 */
export function mountFormReturn(app: FastifyInstance, { path, fields }: FormReturn): void {
  app.post(path, { bodyLimit: longestForm }, (request, reply) => {
    const type = String(request.headers['content-type'] ?? '')
    const isForm = /^application\/x-www-form-urlencoded(?:;|$)/i.test(type)
    const form = new URLSearchParams(isForm ? String((request.body as Buffer | undefined) ?? '') : '')
    const query = new URLSearchParams()
    for (const field of fields) {
      const value = form.get(field)
      if (value !== null && value.length <= longestValue) query.set(field, value)
    }
    return reply
      .code(303)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('location', query.size === 0 ? path : `${path}?${query.toString()}`)
      .send()
  })
}
