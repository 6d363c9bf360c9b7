import { Frame } from './Frame.tsx'

/** The frame of the pages below /discordia. */
export function SiteLayout() {
  return <Frame className="bg-parchment" />
}
