declare module '../../db/schema.ts' {
  interface DB {
    /** What has happened to the site once or last. */
    site_facts: {
      /** One of `Fact`. */
      name: string
      /** A version, the words of a failure, or nothing. */
      value: string
      at: number
    }
  }
}

/**
 * backup: the last one; backup_failed: the last failure, with its words; test_mail: the last one, with the words of its failure; version, former_version: what runs, and
 * what ran before it
 */
export type Fact = 'backup' | 'backup_failed' | 'test_mail' | 'version' | 'former_version'
