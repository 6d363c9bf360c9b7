import type { Plugin } from 'postcss'

/**
 * Tailwind repeats the initial values of its properties for browsers without `@property` (Firefox before 128). Of
 * them only Firefox 120 to 127 knows `light-dark()`, without which the site has no colours; there a few shadows and
 * movements are missing. A fortieth of the style sheet.
 */
export const withoutPropertyFallback: Plugin = {
  postcssPlugin: 'without-property-fallback',
  OnceExit(root) {
    root.walkAtRules('layer', (layer) => {
      if (layer.params === 'properties' && layer.nodes) layer.remove()
    })
  },
}
