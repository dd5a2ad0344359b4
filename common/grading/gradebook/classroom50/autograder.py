# Classroom 50 runs this in the student's repository, in the image that grades, and then reads result.json. Your options
# of ./scanlab grade stand in the last line.
import subprocess
import sys

script = "/scanlab/common/grading/gradebook/classroom50/run.sh"
sys.exit(subprocess.call(["sh", script, "--exercise", "05"]))
