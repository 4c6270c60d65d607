import { screen, type Feature } from '../../lib/feature.ts'

/** The first steps of an invited operator. */
export const setUp = {
  screens: [
    screen({
      path: '/setup',
      title: 'signin.setUp.title',
      isOutside: true,
      icon: '',
      needs: [],
      search: {},
      load: async () => (await import('./set-up.tsx')).SetUp,
    }),
  ],
} as const satisfies Feature
