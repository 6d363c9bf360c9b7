import type { Plugin } from 'postcss'

/**
 * Tailwind repeats the initial values of its properties for browsers without `@property`, which are older than the
 * supported ones: a fortieth of the style sheet.
 */
export const withoutPropertyFallback: Plugin = {
  postcssPlugin: 'without-property-fallback',
  OnceExit(root) {
    root.walkAtRules('layer', (layer) => {
      if (layer.params === 'properties' && layer.nodes) layer.remove()
    })
  },
}
