import { styled } from '@mui/material/styles'

/** The room of a page that shows a record. */
export const PageBody = styled('div')({ padding: '0 16px 16px' })
