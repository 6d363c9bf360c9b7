import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'
/** `thorough` for responses that are sent often. */
export type Compression = 'thorough' | 'quick'

const BROTLI_QUALITY = { thorough: 5, quick: 1 } as const
const GZIP_LEVEL = { thorough: constants.Z_DEFAULT_COMPRESSION, quick: 1 } as const

export const compress: Record<
  Encoding,
  (bytes: Buffer, compression: Compression) => Promise<Buffer>
> = {
  br: (bytes, compression) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[compression] },
    }),
  gzip: (bytes, compression) => promisify(gzip)(bytes, { level: GZIP_LEVEL[compression] }),
}
