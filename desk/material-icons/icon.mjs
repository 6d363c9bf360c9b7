import { createSvgIcon } from '@mui/material/SvgIcon'
import { jsx } from 'react/jsx-runtime'

/** An icon of the size of a text, by its path in a square of 24. */
export const icon = (name, path) => createSvgIcon(jsx('path', { d: path }), name)
