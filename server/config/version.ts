import manifest from '../../package.json' with { type: 'json' }

/** The version of the product, such as `0.5.0`. */
export const VERSION: string = manifest.version
