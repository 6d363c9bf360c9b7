const { createSvgIcon } = require('@mui/material/SvgIcon')
const { jsx } = require('react/jsx-runtime')

/** For tests, which run as CommonJS: the same as icon.mjs. */
module.exports = (name, path) => createSvgIcon(jsx('path', { d: path }), name)
