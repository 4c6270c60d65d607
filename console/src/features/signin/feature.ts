import * as z from 'zod/mini'
import { screen, type Feature } from '../../lib/feature.ts'
import { ownPath, word } from '../../lib/search.ts'

/** The way in. */
export const signIn = {
  screens: [
    screen({
      path: '/sign-in',
      title: 'signin.title',
      isOutside: true,
      icon: '',
      needs: [],
      search: { back: z.optional(z.pipe(word, z.transform(ownPath))), ended: word },
      load: async () => (await import('./sign-in.tsx')).SignIn,
    }),
  ],
} as const satisfies Feature
