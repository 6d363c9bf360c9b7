import type { AtRule, Plugin } from 'postcss'

/**
 * Leaves out what Tailwind writes for browsers older than the supported ones: initial values of its properties for those
 * without `@property`, and plain colours for those without `color-mix`. A tenth of the style sheet.
 */
export const withoutFallbacks: Plugin = {
  postcssPlugin: 'without-fallbacks',
  OnceExit(root) {
    root.walkAtRules('layer', (layer) => {
      if (layer.params === 'properties' && layer.nodes) layer.remove()
    })
    root.walkAtRules('supports', (supports) => {
      if (supports.params.startsWith('(color: color-mix(')) preferMix(supports)
    })
  },
}

/** The plain colour is in the rule around the query, or in the one before it. */
function preferMix(supports: AtRule): void {
  const around = supports.parent?.type === 'rule' ? supports.parent : supports.prev()
  supports.walkDecls((mix) => {
    if (around?.type !== 'rule') throw new Error('Tailwind writes fallbacks in a new way.')
    around.walkDecls(mix.prop, (plain) => {
      if (!supports.nodes?.includes(plain) && plain !== mix) plain.remove()
    })
  })
  if (around?.type === 'rule' && around.nodes.length === 0) around.remove()
  supports.replaceWith(supports.nodes ?? [])
}
