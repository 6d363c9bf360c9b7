import about from '../../package.json' with { type: 'json' }

/** Version of this release, as CHANGELOG.md names it. */
export const VERSION: string = about.version
