import { styled } from '@mui/material/styles'

/** Fields that belong together, side by side where there is room. */
export const FieldPair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(149px, 100%), 1fr))',
  columnGap: 16,
  width: '100%',
  '&& > *': { minWidth: 0 },
})
