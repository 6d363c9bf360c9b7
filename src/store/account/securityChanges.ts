/** Tags that a change invalidates: it is in the security log as well. */
export const changes =
  <Tag extends string>(...tags: Tag[]) =>
  (_: unknown, error: unknown): (Tag | 'SecurityEvent')[] =>
    error ? [] : [...tags, 'SecurityEvent']
