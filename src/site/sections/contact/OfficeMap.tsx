import { site } from '../../../content/content.ts'
import type { Site } from '../../../content/schema/site.ts'
import { Button } from '../../../ui/button/Button.tsx'
import styles from './office-map.module.css'

/** The street that the drawing shows. */
const drawnStreet = '12 Threshold Street'

/**
 * A drawing of the way to the office; for an office elsewhere, its place alone. Its button replaces it with OpenStreetMap's map (office-map.js). Before that, no third party is contacted.
 */
export function OfficeMap({ office }: { office: NonNullable<Site['office']> }) {
  const { address, name } = site
  const isDrawn = address.street === drawnStreet
  return (
    <div id="map" className={styles.map} data-embed={mapEmbedUrl(office)} data-title={`Map: ${name}, ${address.street}`}>
      <svg
        viewBox="0 0 640 400"
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label={`Map of ${address.area}: ${name} at ${address.street}${isDrawn ? ', two minutes east of the temple tank' : ''}`}
      >
        {isDrawn && <Surroundings />}
        <circle className={styles.dot} cx="385" cy="262" r="9" />
        <circle className={styles.ring} cx="385" cy="262" r="21" />
        <text className={styles.here} x="385" y="306" textAnchor="middle">
          {name}
        </text>
        <text x="385" y="327" textAnchor="middle">
          {address.street}
        </text>
      </svg>
      <Button id="map-load" weight="line" className={styles.load} hidden>
        Load the live map
      </Button>
    </div>
  )
}

/** What lies around the drawn street. */
const Surroundings = () => (
  <>
    <path className={styles.sea} d="M562 0C548 70 580 120 566 200s12 130-6 200h80V0z" />
    <path
      className={styles.lanes}
      d="M0 60h545M0 152h225M320 128h240M0 305h555M60 0v400M150 0v120M150 262v138M372 0v400M470 0v400M0 355h548M372 210h185M0 230h205"
    />
    <path className={styles.roads} d="M0 108L225 92 545 74M268 0l-8 92M268 285l14 115M520 0c-14 90 22 200 4 400" />
    <path className={styles.tank} d="M205 120h115v118H205z" />
    <path className={styles.steps} d="M217 132h91v94h-91z" />
    <path className={styles.temple} d="M92 142h82v92H92z" />
    <path className={styles.walk} d="M320 210h52v31" />
    <text x="262" y="175" textAnchor="middle">
      Temple
      <tspan x="262" dy="20">
        tank
      </tspan>
    </text>
    <text className={styles.cut} x="133" y="193" textAnchor="middle">
      Temple
    </text>
    <text x="602" y="200" textAnchor="middle">
      Sea
    </text>
  </>
)

/** The URL of OpenStreetMap's embeddable map: about 800 m across, with a marker at the coordinates. */
function mapEmbedUrl({ latitude, longitude }: NonNullable<Site['office']>): string {
  const box = [longitude - 0.004, latitude - 0.0025, longitude + 0.004, latitude + 0.0025].map((degrees) => degrees.toFixed(5))
  const query = new URLSearchParams({ bbox: box.join(','), layer: 'mapnik', marker: `${latitude},${longitude}` })
  return `https://www.openstreetmap.org/export/embed.html?${query}`
}
