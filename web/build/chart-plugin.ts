import type { Plugin } from 'vite'

/** A plugin of the build that changes the source of the chart library, and of nothing else, by `trim`. */
export const chartPlugin = (name: string, trim: (code: string) => string): Plugin => ({
  name,
  enforce: 'pre',
  transform: {
    filter: { id: /klinecharts\/dist\/index\.esm\.js$/ },
    handler: (code) => ({ code: trim(code), map: null }),
  },
})
