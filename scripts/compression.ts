import zlib from 'node:zlib'
import CompressionPlugin from 'compression-webpack-plugin'
import type webpack from 'webpack'

const compressed = /\.(js|css|html|json|svg|txt|xml|ics|webmanifest)$/

/** Brotli and gzip copies of every file of text. */
export function compression(): webpack.WebpackPluginInstance[] {
  return [
    new CompressionPlugin<zlib.BrotliOptions>({
      filename: '[path][base].br',
      test: compressed,
      threshold: 0,
      minRatio: 1,
      algorithm: 'brotliCompress',
      compressionOptions: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } },
    }),
    new CompressionPlugin<zlib.ZlibOptions>({
      filename: '[path][base].gz',
      test: compressed,
      threshold: 0,
      minRatio: 1,
      algorithm: 'gzip',
      compressionOptions: { level: 9 },
    }),
  ]
}
