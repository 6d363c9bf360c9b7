const PATHS = {
  glossary: '/discordia/world?entry=',
  rule: '/discordia/ruleItem/',
  content: '/discordia/news/',
} as const

/** The page of what a text is linked to, or of a text that mentions it. */
export const linkedPath = (kind: keyof typeof PATHS, id: number): string => `${PATHS[kind]}${id}`
