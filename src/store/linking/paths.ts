const PATHS = {
  glossary: '/discordia/world?entry=',
  rule: '/discordia/ruleItem/',
  content: '/discordia/news/',
} as const

/** Page of a link target, or of a text that mentions it. */
export const linkedPath = (kind: keyof typeof PATHS, id: number): string => `${PATHS[kind]}${id}`
