"""Parts of the step Results that show the protected records before anything is written."""
