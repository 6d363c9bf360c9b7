/**
 * The moon's slow breath, laid over the drawn moon. The drawing covers the hero, so where the moon stands follows
 * from the hero's size: in hundredths of it (cqw, cqh), for the wide and for the upright drawing.
 */
export function MoonGlow() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 left-1/2 w-screen -translate-x-1/2 [container-type:size]"
    >
      <div className="absolute top-[calc(50cqh-max(25cqh,10.4cqw))] left-[69.8cqw] size-[max(26cqw,62cqh)] -translate-1/2 animate-pulse bg-radial from-gold-light/30 to-transparent to-60% [animation-duration:10s] portrait:top-[calc(50cqh-max(25cqh,33.3cqw))] portrait:left-[calc(70cqw-max(4cqw,3cqh))] portrait:size-[max(85cqw,64cqh)]" />
    </div>
  )
}
