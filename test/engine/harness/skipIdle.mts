/** Jest runs this before each test file on the engine. */
import { useSkippingClock } from './time.mts';

useSkippingClock();
