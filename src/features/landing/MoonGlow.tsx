/** A slow glow over the moon of the picture. Its position follows from the size of the box (cqw, cqh), which the picture covers. */
export function MoonGlow() {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 [container-type:size]">
      <div className="absolute top-[calc(50cqh-max(25cqh,10.4cqw))] left-[69.8cqw] size-[max(26cqw,62cqh)] -translate-1/2 animate-pulse bg-radial from-gold-light/30 to-transparent to-60% [animation-duration:10s]" />
    </div>
  )
}
