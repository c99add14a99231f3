/**
 * What programs print while another one has the screen: kept until `release` is called, shown from then on. Two runners
 * at work side by side would print into each other's lines.
 */
export function heldOutput() {
  let kept = []
  return {
    write(chunk) {
      if (kept === null) process.stdout.write(chunk)
      else kept.push(chunk)
    },
    release() {
      for (const chunk of kept ?? []) process.stdout.write(chunk)
      kept = null
    },
  }
}
